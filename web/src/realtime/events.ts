/** An event of the profile; `seq` has no gaps. */
export type AgioEvent = { seq: number; kind: string; subject: string; at: string }
