/** Something that happened to the profile; `seq` counts without a gap. */
export type AgioEvent = { seq: number; kind: string; subject: string; body: Record<string, unknown>; at: string }

type Handler = (event: AgioEvent) => void
const handlers = new Set<Handler>()

/** Hears every event until the returned function is called. Use it in an effect. */
export function onEvent(handler: Handler): () => void {
  handlers.add(handler)
  return () => void handlers.delete(handler)
}

export function tell(event: AgioEvent): void {
  for (const handler of handlers) handler(event)
}
