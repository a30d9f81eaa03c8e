package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

var origin = "http://localhost:8080"

func main() {
	if url := os.Getenv("GPU_CLOUD_STUB_URL"); url != "" {
		origin = url
	}
	key := fmt.Sprintf("tenant-%d", time.Now().UnixNano())
	if _, err := send("POST", "/__admin/faults", os.Getenv("STUB_ADMIN_TOKEN"), map[string]any{
		"api_key": key, "operation": "createInstanceByPod", "effect": "lose_response", "times": 1}); err != nil {
		log.Fatal(err)
	}

	_, err := send("POST", "/api/open/v2/instance/create_by_pod", key, map[string]any{
		"pod_uuid": "pod-comfyui", "gpu_uuid": "gpu-rtx-4090", "gpu_nums": 1})
	if err == nil {
		log.Fatal("expected a lost response")
	}

	list, err := send("GET", "/api/open/v2/instance/list", key, nil)
	if err != nil {
		log.Fatal(err)
	}
	if found := len(list.Data.InstanceList); found != 1 {
		log.Fatalf("expected the orphan, found %d instances", found)
	}
	fmt.Println("passed")
}

type envelope struct {
	Data struct {
		InstanceList []json.RawMessage `json:"instance_list"`
	} `json:"data"`
}

func send(method, path, key string, body any) (result envelope, err error) {
	content, err := json.Marshal(body)
	if err != nil {
		return result, err
	}
	request, err := http.NewRequest(method, origin+path, bytes.NewReader(content))
	if err != nil {
		return result, err
	}
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return result, err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return result, fmt.Errorf("%s %s: %s", method, path, response.Status)
	}
	return result, json.NewDecoder(response.Body).Decode(&result)
}
