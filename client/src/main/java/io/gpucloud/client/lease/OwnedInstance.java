package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.model.Instance;

/** An instance that belongs to a lease, and its record in the journal. */
record OwnedInstance(Instance instance, Leased record) {}
