#!/bin/sh
# Rents in all the ways that may go wrong, each in an account of its own, and prints for each: the case, the exit status, and the
# number of instances that are left. STUB is the address of the stub; gpu-cloud is in PATH.
set -u
state=$(mktemp -d)
trap 'rm -rf "$state"' EXIT
exec 2>"$state/errors"
export GPU_CLOUD_BASE_URL=$STUB/api/open/v2 XDG_STATE_HOME=$state GPU_CLOUD_POLL=0.2s GPU_CLOUD_WINDOW=2s
mkfifo "$state/job"

admin() {
    curl -sf -X "$1" -H 'Content-Type: application/json' "$STUB/__admin$2" -d "$3" >/dev/null
}
account() {
    export GPU_CLOUD_API_KEY=tenant-$1
    admin POST /accounts "{\"account\": \"tenant-$1\", \"balance\": ${2:-100}}"
}
lose() {
    admin POST /faults "{\"api_key\": \"$GPU_CLOUD_API_KEY\", \"operation\": \"createInstanceByPod\", \"effect\": \"lose_response\", \"times\": 1}"
}
# No function: a function in the background is a process of the shell, which signals would reach instead.
rent='gpu-cloud rent --pod pod-comfyui --for 1h --quiet'
left() {
    curl -sf -H "Authorization: Bearer $GPU_CLOUD_API_KEY" "$GPU_CLOUD_BASE_URL/instance/list" | grep -o '"instance_uuid"' | wc -l
}
report() {
    echo "$1: exit status $2, $(left) left"
}

account succeeds
$rent -- true
report 'a job that succeeds' $?

account fails
$rent -- sh -c 'exit 7'
report 'a job that fails with 7' $?

account terminated
$rent -- sh -c "echo \$\$ > $state/job; exec sleep 600" &
read -r job < "$state/job"
kill -TERM $!
wait $!
report 'a job that ends by SIGTERM' $?

account killed
$rent -- sh -c "echo \$\$ > $state/job; exec sleep 600" &
read -r job < "$state/job"
kill -KILL $!
wait $!
report 'a program that is killed' $?
kill "$job"
gpu-cloud recover --quiet >/dev/null
report '  then recover' $?

account booting
admin POST /faults '{"api_key": "tenant-booting", "effect": "never_boot"}'
$rent --result "$state/result.json" -- true &
until grep -q booting "$state/result.json" 2>"$state/ignored"; do sleep 0.1; done
kill -TERM $!
wait $!
report 'a signal during the boot' $?

{ read -r job < "$state/job"; gpu-cloud gpus; echo $? > "$state/status"; } | { exec <&-; echo closed > "$state/job"; }
report 'a reader that has ended' "$(cat "$state/status")"

account lost
lose
$rent -- true
report 'a lost response' $?

account lost-sole-user
lose
$rent --account-use sole_user -- true
report 'a lost response, sole user' $?

account full
$rent --gpu gpu-h100-80g -- true
report 'no capacity' $?

account dear
$rent --max-price 0.01 -- true
report 'no price that is low enough' $?

account poor 0.01
$rent -- true
report 'no money' $?

account revoked
admin PUT /keys/tenant-revoked '{"status": "disabled"}'
$rent -- true
status=$?
admin PUT /keys/tenant-revoked '{"status": "active"}'
report 'a revoked key' $status

account missing
$rent -- no-such-command
report 'a missing command' $?

$rent --for 1m -- true
report 'wrong usage' $?

account limited
export GPU_CLOUD_LIMIT=1/24h
$rent -- true
report 'a limit' $?
