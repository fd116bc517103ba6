/** Something that happened to the profile; `seq` counts without a gap. */
export type AgioEvent = { seq: number; kind: string; subject: string; at: string }
