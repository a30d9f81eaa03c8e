/** An application that names all it needs. */
module com.example.modules {
    requires io.gpucloud.client;
}
