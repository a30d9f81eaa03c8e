set -eu

# Removes white space from responses, so that the patterns below need not allow for it.
call() {
  curl -sS --max-time 30 "$GPU_CLOUD_BASE_URL$1" -H "Authorization: Bearer $GPU_CLOUD_API_KEY" \
    -H "Content-Type: application/json" ${2:+-d "$2"} | tr -d ' \t\r\n'
}

# Only code 0 means success, even after HTTP 200.
succeeded() {
  case "$1" in *'"code":0'[,}]*) ;; *) echo "rejected: $1" >&2; exit 1 ;; esac
}

running() {
  call /instance/list | sed 's/},{/}\
{/g' | grep "\"instance_uuid\":\"$instance\"" | grep -q '"status":2[,}]'
}

# A rented instance costs money, so it is destroyed at every end of this program, also when it is interrupted.
created=
instance() { printf '%s' "$created" | sed -n 's/.*"instance_uuid":"\([^"]*\)".*/\1/p'; }
give_back() { [ -z "$(instance)" ] || succeeded "$(call /instance/destroy "{\"instance_uuid\": \"$(instance)\"}")"; }
trap give_back EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

created=$(call /instance/create_by_pod '{"pod_uuid": "pod-stable-diffusion", "gpu_uuid": "gpu-rtx-4090", "gpu_nums": 1}')
succeeded "$created"
instance=$(instance)

tries=600
until running; do
  tries=$((tries - 1))
  [ "$tries" -gt 0 ] || { echo "$instance does not run yet" >&2; exit 1; }
  sleep 1
done

timer=$(call /instance/shutdown_timer "{\"instance_uuid\": \"$instance\", \"shutdown_time\": $(($(date +%s) + 3600)), \"enable\": true}")
succeeded "$timer"
echo "$instance runs for an hour at most"
