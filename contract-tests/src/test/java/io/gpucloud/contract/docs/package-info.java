/** The documentation matches the code: links, commands, snippets and generated pages. */
@NullMarked
package io.gpucloud.contract.docs;

import org.jspecify.annotations.NullMarked;
