import type { ExchangeStepId } from '../features/exchange/flow'
import type { At } from '../features/exchange/guard'

// The draft and its steps come with the pages of the exchange, not with the start-up script.
const guard = () => import('../features/exchange/guard')

/** A route's `beforeLoad`: the page of a step, for whoever has come as far. */
export const atStep = (id: ExchangeStepId) => async () => (await guard()).requireStep(id)

/** The same for the page of what a price demands of the person. */
export const onDemand = async () => (await guard()).requireDemand()

/** The first page of an exchange or of a movement of a balance: it replaces a draft of another kind. */
export const beginAt = async (at: At) => (await guard()).beginAt(at)
