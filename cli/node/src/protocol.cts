// What the engine sends, as openrpc.json describes it. Amounts are texts here, because a binary number cannot represent 0.1.

export interface CandidateMembers {
  instance_uuid: string;
  created_at?: string;
  service_texts: { title: string };
}

export interface ErrorMembers {
  message: string;
  data?: {
    kind: string;
    may_have_taken_effect: boolean;
    left: string[];
    candidates: CandidateMembers[];
    facts: Record<string, unknown>;
    service_texts?: Record<string, string>;
  };
}

export interface LeaseMembers {
  instance_uuid: string;
  tag?: string;
  server_urls: string[];
  timer_ends_at: string;
  timer_verified: boolean;
  price_per_hour?: string;
  at_most_per_hour?: string;
  cost_so_far_at_most?: string;
  data: Record<string, string>;
  service_texts: { title: string; gpu_name?: string };
}

export interface EventMembers extends Partial<LeaseMembers> {
  request?: number;
  type: string;
  at: string;
  error?: ErrorMembers;
}

export interface RecoveryMembers {
  destroyed: string[];
  resumed: LeaseMembers[];
  kept: string[];
  not_listed: string[];
  candidates: CandidateMembers[];
  failures: ErrorMembers[];
}

export interface SweepMembers {
  found: CandidateMembers[];
  destroyed: CandidateMembers[];
  failures: ErrorMembers[];
}

export interface CostMembers {
  open: number;
  price_per_hour: string;
  at_most_per_hour: string;
  spending?: { limit: string; spent: string; reserved: string };
}

const AMOUNTS = /"(price_per_hour|at_most_per_hour|cost_so_far_at_most|limit|spent|reserved|wanted)":(-?\d+(?:\.\d+)?)/g;

/** Reads a message. In a text, the quotes of such a name would have backslashes. */
export function parse(line: string): unknown {
  return JSON.parse(line.replace(AMOUNTS, '"$1":"$2"'));
}

/** The name of a member in the protocol, such as `max_hourly_price`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}

/** The name of a member in this library, such as `httpStatus`. */
export function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
