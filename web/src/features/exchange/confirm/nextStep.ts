/** The one thing that is asked of the person now. */
export type NextStep = 'accept' | 'verify' | 'confirm'

/** A price that moved is accepted first, then comes what it demands, then the order: never two buttons at once. */
export function nextStep(hasMoved: boolean, demands: boolean): NextStep {
  if (hasMoved) return 'accept'
  return demands ? 'verify' : 'confirm'
}
