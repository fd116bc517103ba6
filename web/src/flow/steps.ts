/**
 * A flow is data: named steps in order, each with a share of the progress bar and a test of being done.
 * Guards here are comfort for the person; the server checks everything again.
 */
export type Step<Id extends string, Facts> = {
  id: Id
  /** Percent shown while this step is open; specification section 2. */
  progress: number
  done: (facts: Facts) => boolean
  /** A step that this flow does not need is passed over, and the bar does not jump back. */
  needed?: (facts: Facts) => boolean
}

function open<Id extends string, Facts>(steps: readonly Step<Id, Facts>[], facts: Facts) {
  return steps.filter((step) => step.needed?.(facts) ?? true)
}

/** The first needed step that is not done; the last step when all are. */
export function frontier<Id extends string, Facts>(steps: readonly Step<Id, Facts>[], facts: Facts): Step<Id, Facts> {
  const needed = open(steps, facts)
  const first = needed.find((step) => !step.done(facts)) ?? needed.at(-1)
  if (!first) throw new Error('a flow needs at least one step')
  return first
}

/** Whether the step may be shown: needed, and nothing before it is missing. */
export function mayEnter<Id extends string, Facts>(steps: readonly Step<Id, Facts>[], facts: Facts, id: Id): boolean {
  const needed = open(steps, facts)
  const index = needed.findIndex((step) => step.id === id)
  return index >= 0 && needed.slice(0, index).every((step) => step.done(facts))
}

/** The needed step before this one, for the back control; undefined at the start. */
export function before<Id extends string, Facts>(
  steps: readonly Step<Id, Facts>[],
  facts: Facts,
  id: Id,
): Id | undefined {
  const needed = open(steps, facts)
  const index = needed.findIndex((step) => step.id === id)
  return index > 0 ? needed[index - 1]?.id : undefined
}
