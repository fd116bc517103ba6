import type { ExchangeStepId } from '../features/exchange/flow'
import type { At } from '../features/exchange/guard'

// The draft and its steps are in the exchange's chunks, not in the start-up script.
const guard = () => import('../features/exchange/guard')

/** A route's `beforeLoad`: redirects unless all earlier steps are done. */
export const atStep = (id: ExchangeStepId) => async () => (await guard()).requireStep(id)

/** The same for the verification page of a quote. */
export const onDemand = async () => (await guard()).requireDemand()

/** The start page of an exchange or a balance movement. It replaces a draft of another kind. */
export const beginAt = async (at: At) => (await guard()).beginAt(at)
