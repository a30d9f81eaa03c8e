module github.com/example/matrix

go 1.23

require github.com/example/gpucloud v0.0.0

replace github.com/example/gpucloud => ../target/go
