set -eu

call() {
  curl -sS --max-time 30 "$GPU_CLOUD_BASE_URL$1" -H "Authorization: Bearer $GPU_CLOUD_API_KEY" \
    -H "Content-Type: application/json" ${2:+-d "$2"}
}

# HTTP 200 does not mean success: code does.
succeeded() {
  case "$1" in *'"code":0,'*) ;; *) echo "refused: $1" >&2; exit 1 ;; esac
}

created=$(call /instance/create_by_pod '{"pod_uuid": "pod-stable-diffusion", "gpu_uuid": "gpu-rtx-4090", "gpu_nums": 1}')
succeeded "$created"
instance=$(printf '%s' "$created" | sed 's/.*"instance_uuid":"\([^"]*\)".*/\1/')
trap 'call /instance/destroy "{\"instance_uuid\": \"$instance\"}"' EXIT

tries=600
until call /instance/list | grep -q "\"instance_uuid\":\"$instance\",\"status\":2,"; do
  tries=$((tries - 1))
  [ "$tries" -gt 0 ] || { echo "$instance does not run yet" >&2; exit 1; }
  sleep 1
done

timer=$(call /instance/shutdown_timer "{\"instance_uuid\": \"$instance\", \"shutdown_time\": $(($(date +%s) + 3600)), \"enable\": true}")
succeeded "$timer"
echo "$instance runs for an hour at most"
