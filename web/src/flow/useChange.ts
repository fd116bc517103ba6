import { useState } from 'react'

/** What came of a change: done, or not and why. No words where there is nothing to say: a question was closed. */
export type Outcome = { done: true } | { done: false; problem?: string | undefined }

export type Change = {
  /** The name of the change under way. */
  busy: string | undefined
  /** Why the last one that was run was refused. */
  problem: string | undefined
  /** Does it, and keeps what went wrong for the page to say. */
  run: (name: string, task: () => Promise<unknown>) => Promise<Outcome>
  /** Does it, and leaves saying what went wrong to who asked. */
  attempt: (name: string, task: () => Promise<unknown>) => Promise<Outcome>
}

/** One change at a time, each followed by `after`: asking what is so now. `words` is what is said of a failure. */
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
