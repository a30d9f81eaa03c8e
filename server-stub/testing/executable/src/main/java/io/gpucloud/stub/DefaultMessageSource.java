package io.gpucloud.stub;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.context.NoSuchMessageException;

/** Knows only the default of each message. */
final class DefaultMessageSource implements MessageSource {

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
    public String getMessage(MessageSourceResolvable message, @Nullable Locale locale) {
        String otherwise = message.getDefaultMessage();
        if (otherwise == null) {
            throw new NoSuchMessageException(String.valueOf(message));
        }
        return otherwise;
    }
}
