import { useState } from 'react'

/** The result of a change. A failure without `problem` needs no message, such as a cancelled prompt. */
export type Outcome = { done: true } | { done: false; problem?: string | undefined }

export type Change = {
  /** The name of the running change. */
  busy: string | undefined
  /** The error text of the last `run`. */
  problem: string | undefined
  /** Runs a change and stores its error in `problem`. */
  run: (name: string, task: () => Promise<unknown>) => Promise<Outcome>
  /** Runs a change and leaves its error to the caller. */
  attempt: (name: string, task: () => Promise<unknown>) => Promise<Outcome>
}

/** Runs one change at a time, each followed by the refetch `after`. `words` returns the text of an error. */
export function useChange(words: (error: unknown) => string | undefined, after: () => Promise<unknown>): Change {
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const attempt = async (name: string, task: () => Promise<unknown>): Promise<Outcome> => {
    if (busy) return { done: false }
    setBusy(name)
    setProblem(undefined)
    try {
      await task()
      return { done: true }
    } catch (error) {
      return { done: false, problem: words(error) }
    } finally {
      await after().catch(() => undefined)
      setBusy(undefined)
    }
  }
  const run = async (name: string, task: () => Promise<unknown>): Promise<Outcome> => {
    const outcome = await attempt(name, task)
    if (!outcome.done) setProblem(outcome.problem)
    return outcome
  }
  return { busy, problem, run, attempt }
}
