/** The next action of the customer. */
export type NextStep = 'accept' | 'verify' | 'confirm'

/** The order of the actions: accept a changed price, then verification, then the order. Never two buttons at once. */
export function nextStep(hasMoved: boolean, demands: boolean): NextStep {
  if (hasMoved) return 'accept'
  return demands ? 'verify' : 'confirm'
}
