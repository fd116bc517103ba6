/**
 * A flow is a list of named steps with their progress and a completion check. Guards here are for convenience only; the
 * server checks everything.
 */
export type Step<Id extends string, Facts> = {
  id: Id
  /** The progress in percent while this step is open (specification, "Screens and routes"). */
  progress: number
  done: (facts: Facts) => boolean
  /** Whether the flow needs this step. Skipped steps never move the progress back. */
  needed?: (facts: Facts) => boolean
}

function open<Id extends string, Facts>(steps: readonly Step<Id, Facts>[], facts: Facts) {
  return steps.filter((step) => step.needed?.(facts) ?? true)
}

/** The first needed step that is not done, or else the last step. */
export function frontier<Id extends string, Facts>(steps: readonly Step<Id, Facts>[], facts: Facts): Step<Id, Facts> {
  const needed = open(steps, facts)
  const first = needed.find((step) => !step.done(facts)) ?? needed.at(-1)
  if (!first) throw new Error('a flow needs at least one step')
  return first
}

/** Whether the step can be shown: it is needed, and all steps before it are done. */
export function mayEnter<Id extends string, Facts>(steps: readonly Step<Id, Facts>[], facts: Facts, id: Id): boolean {
  const needed = open(steps, facts)
  const index = needed.findIndex((step) => step.id === id)
  return index >= 0 && needed.slice(0, index).every((step) => step.done(facts))
}

/** The needed step before this one, for the back button. `undefined` at the start. */
export function before<Id extends string, Facts>(
  steps: readonly Step<Id, Facts>[],
  facts: Facts,
  id: Id,
): Id | undefined {
  const needed = open(steps, facts)
  const index = needed.findIndex((step) => step.id === id)
  return index > 0 ? needed[index - 1]?.id : undefined
}
