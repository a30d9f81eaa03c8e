package io.gpucloud.stub;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.context.NoSuchMessageException;

/**
 * Messages in the caller's language, of which there are none. Spring's own empty source asks the JDK for all its locales first,
 * which takes 4 % of a start.
 */
final class NoMessages implements MessageSource {

    @Override
    public @Nullable String getMessage(
            String code, Object @Nullable [] arguments, @Nullable String otherwise, @Nullable Locale locale) {
        return otherwise;
    }

    @Override
    public String getMessage(String code, Object @Nullable [] arguments, @Nullable Locale locale) {
        throw new NoSuchMessageException(code);
    }

    @Override
    public String getMessage(MessageSourceResolvable asked, @Nullable Locale locale) {
        String otherwise = asked.getDefaultMessage();
        if (otherwise == null) {
            throw new NoSuchMessageException(String.valueOf(asked));
        }
        return otherwise;
    }
}
