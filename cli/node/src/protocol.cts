// What the engine sends, as openrpc.json describes it. Amounts are texts here, because a binary number cannot represent 0.1.

export interface CandidateMembers {
  instance_uuid: string;
  created_at?: string;
  service_texts: { title: string };
}

export interface ErrorMembers {
  message: string;
  data?: { kind: string; may_have_taken_effect: boolean; left: string[]; candidates: CandidateMembers[] } & ErrorFacts;
}

type ErrorFacts = { facts: Record<string, unknown>; service_texts?: Record<string, string> };

type Texts = Record<'tag' | 'price_per_hour' | 'at_most_per_hour' | 'cost_so_far_at_most', string>;

export interface LeaseMembers extends Partial<Texts> {
  instance_uuid: string;
  server_urls: string[];
  timer_ends_at: string;
  timer_verified: boolean;
  data: Record<string, string>;
  service_texts: { title: string; gpu_name?: string };
}

export type EventMembers = Partial<LeaseMembers> & { request?: number; type: string; at: string; error?: ErrorMembers };

/** What a recovery has found. */
export type RecoveryMembers = Record<'destroyed' | 'kept' | 'not_listed', string[]> &
  Record<'candidates', CandidateMembers[]> & { resumed: LeaseMembers[]; failures: ErrorMembers[] };

/** What a sweep has found. */
export type SweepMembers = Record<'found' | 'destroyed', CandidateMembers[]> & { failures: ErrorMembers[] };

export type CostMembers = Record<'price_per_hour' | 'at_most_per_hour', string> & {
  open: number;
  spending?: Record<'limit' | 'spent' | 'reserved', string>;
};

const AMOUNTS = /"(price_per_hour|at_most_per_hour|cost_so_far_at_most|limit|spent|reserved|wanted)":(-?\d+(?:\.\d+)?)/g;

/** Reads a message. In a text, the quotes of such a name would have backslashes. */
export const parse = (line: string): unknown => JSON.parse(line.replace(AMOUNTS, '"$1":"$2"'));

/** The name of a member in the protocol, such as `max_hourly_price`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The name of a member in this library, such as `httpStatus`. */
export const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
