// Command matrix uses the Go client that openapi-generator makes of the contract.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/example/gpucloud"
)

func clientFor(url string) *gpucloud.APIClient {
	configuration := gpucloud.NewConfiguration()
	configuration.Servers = gpucloud.ServerConfigurations{{URL: url}}
	return gpucloud.NewAPIClient(configuration)
}

func keyed(key string) context.Context {
	return context.WithValue(context.Background(), gpucloud.ContextAccessToken, key)
}

// errorOf returns the body of the error that a call ended with.
func errorOf(err error) gpucloud.ErrorBody {
	var failure *gpucloud.GenericOpenAPIError
	if !errors.As(err, &failure) {
		log.Fatal("no error of the API: ", err)
	}
	var body gpucloud.ErrorBody
	check(json.Unmarshal(failure.Body(), &body))
	return body
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func text(value interface{}) string {
	written, err := json.Marshal(value)
	check(err)
	return string(written)
}

func main() {
	key := keyed(os.Getenv("API_KEY"))
	stub := clientFor(os.Getenv("STUB_URL"))
	gpus, _, err := stub.CatalogAPI.ListGpus(key).Execute()
	check(err)
	fmt.Println("gpu:", gpus.Data.GpuList[0].GetGpuName())
	request := gpucloud.NewNewInstanceFromPod("pod-stable-diffusion", "gpu-rtx-4090", gpucloud.GPU_COUNT_1)
	created, _, err := stub.InstancesAPI.CreateInstanceByPod(key).NewInstanceFromPod(*request).Execute()
	check(err)
	fmt.Println("created:", created.Data.Status)

	_, _, err = stub.CatalogAPI.ListGpus(keyed("wrong")).Execute()
	wrongKey := errorOf(err)
	fmt.Println("wrong key:", wrongKey.Code, wrongKey.GetMsg())
	_, _, err = stub.CatalogAPI.ListGpus(keyed(os.Getenv("REFUSED_KEY"))).Execute()
	badParameters := errorOf(err)
	fmt.Println("bad parameters:", badParameters.Code, badParameters.GetMessage())

	unusual := clientFor(os.Getenv("UNUSUAL_URL"))
	balance, _, err := unusual.AccountAPI.GetBalance(key).Execute()
	check(err)
	fmt.Println("balance:", text(balance.Data))
	models, _, err := unusual.CatalogAPI.ListGpus(key).Execute()
	check(err)
	model := models.Data.GpuList[0]
	fmt.Println("gpu status:", model.GetStatus(), "hour:", model.Price.GetHour())
	list, _, err := unusual.InstancesAPI.ListInstances(key).Execute()
	check(err)
	instances := list.Data.InstanceList
	fmt.Println("instance status:", instances[0].Status, instances[0].GetSaveImageStatus())
	fmt.Print("server_url:")
	for _, instance := range instances {
		fmt.Print(" ", text(instance.ServerUrl))
	}
	fmt.Println()
}
