import { addressOf, type Entered, headersOf, type Operation } from './document'

export type Answered =
  | { kind: 'answer'; status: number; isOk: boolean; milliseconds: number; request: string | undefined; text: string }
  | { kind: 'offline' }

const WAIT_MS = 30_000

function shaped(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Sends a request as a partner's server would. It carries the key alone: no session and no cookie. */
export async function send(operation: Operation, entered: Entered): Promise<Answered> {
  const begun = performance.now()
  try {
    const answer = await fetch(addressOf(operation, entered.parameters), {
      method: operation.method,
      headers: { ...headersOf(operation, entered), 'Api-Key': entered.key },
      credentials: 'omit',
      signal: AbortSignal.timeout(WAIT_MS),
      ...(entered.body ? { body: entered.body } : {}),
    })
    const text = shaped(await answer.text())
    const milliseconds = Math.round(performance.now() - begun)
    const request = answer.headers.get('x-request-id') ?? undefined
    return { kind: 'answer', status: answer.status, isOk: answer.ok, milliseconds, request, text }
  } catch {
    return { kind: 'offline' }
  }
}
