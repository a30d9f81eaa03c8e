package io.gpucloud.stub.api;

import io.gpucloud.stub.api.model.Instance;
import io.gpucloud.stub.api.model.InstanceListResponse;
import io.gpucloud.stub.assumption.InstanceListPaging;
import io.gpucloud.stub.paging.Page;
import io.gpucloud.stub.settings.StubProperties;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Replaces the list of all instances by one page of it, if {@code listInstances} is set to be paged. */
@ControllerAdvice
final class InstanceListPagingAdvice implements ResponseBodyAdvice<Object> {

    private final InstanceListPaging mode;
    private final boolean observed;
    private final Paging paging;

    InstanceListPagingAdvice(StubProperties settings, Paging paging) {
        mode = settings.assumptions().instanceListPaging();
        observed = settings.observed();
        this.paging = paging;
    }

    /** The body of a paged list. The contract does not declare it. */
    record PagedInstanceList(int code, String msg, Data data) {}

    /** One page of instances. */
    record Data(
            List<Instance> instanceList,
            int total,
            @Nullable Integer page,
            @Nullable Integer pageSize) {}

    @Override
    public boolean supports(MethodParameter returned, Class<? extends HttpMessageConverter<?>> converter) {
        boolean paged = mode != InstanceListPaging.NONE || observed;
        return paged && returned.getParameterType() == InstanceListResponse.class;
    }

    @Override
    public @Nullable Object beforeBodyWrite(
            @Nullable Object body,
            MethodParameter returned,
            MediaType type,
            Class<? extends HttpMessageConverter<?>> converter,
            ServerHttpRequest request,
            ServerHttpResponse response) {
        if (!(body instanceof InstanceListResponse whole) || whole.data() == null) {
            return body;
        }
        boolean hasParameters = number(request, "page") != null || number(request, "page_size") != null;
        if (mode == InstanceListPaging.NONE && !hasParameters) {
            return body;
        }
        boolean selects = mode != InstanceListPaging.FIRST_PAGE;
        boolean named = mode == InstanceListPaging.PAGES;
        Page.Request used = selects ? paging.of(number(request, "page"), number(request, "page_size")) : paging.first();
        Page<Instance> page = Page.of(whole.data().instanceList(), used);
        return new PagedInstanceList(
                whole.code(),
                whole.msg(),
                new Data(page.items(), page.total(), named ? used.number() : null, named ? used.size() : null));
    }

    /** Returns a query parameter; one that is not a positive number counts as left out, because the contract does not declare it. */
    private static @Nullable Integer number(ServerHttpRequest request, String name) {
        String text = ((ServletServerHttpRequest) request).getServletRequest().getParameter(name);
        return text != null && text.matches("[1-9][0-9]{0,8}") ? Integer.valueOf(text) : null;
    }
}
