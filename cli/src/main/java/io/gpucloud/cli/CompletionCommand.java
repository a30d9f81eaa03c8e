package io.gpucloud.cli;

import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.UsageException;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the script of picocli for bash and zsh, with what that does not have. */
@Command(name = "completion", description = "Prints a script for bash or zsh that completes commands.")
final class CompletionCommand implements Callable<Integer> {

    private static final Pattern VALUES = Pattern.compile("_option_args=\\(.*\\)");

    private static final String ENTRY = "function _complete_gpu-cloud() {\n";

    /** The command of a rental comes from the path, and its arguments are files. Pods and GPUs are listed. */
    private static final String AFTER_THE_DASHES = """
              local word
              for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                if [ "$word" = -- ]; then
                  local IFS=$'\\n' kind=-f
                  [ "${COMP_WORDS[COMP_CWORD-1]}" = -- ] && kind=-c
                  type compopt &>/dev/null && compopt -o filenames
                  COMPREPLY=( $(compgen $kind -f -- "${COMP_WORDS[COMP_CWORD]}") )
                  return
                fi
              done
              case "${COMP_WORDS[COMP_CWORD-1]}" in
                --pod | --gpu)
                  local list="${COMP_WORDS[COMP_CWORD-1]#--}s"
                  list="$("${COMP_WORDS[0]}" "$list" 2>/dev/null | awk 'NR > 1 { print $1 }')"
                  COMPREPLY=( $(compgen -W "$list" -- "${COMP_WORDS[COMP_CWORD]}") )
                  return
                  ;;
              esac
            """;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh. There is no script for other shells.")
    private String shell = "bash";

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw new UsageException("there is no script for " + shell + ", only for bash and zsh");
        }
        CommandLine program = Objects.requireNonNull(spec).root().commandLine();
        String script = AutoComplete.bash("gpu-cloud", program).replace(ENTRY, ENTRY + AFTER_THE_DASHES);
        program.getOut()
                .print(VALUES.matcher(script)
                        .replaceAll(values -> values.group().toLowerCase(Locale.ROOT)));
        program.getOut().flush();
        return ExitStatus.OK;
    }
}
