import type { QueryClient } from '@tanstack/react-query'
import type { ExchangeStepId } from '../features/exchange/flow'

// The draft and its steps come with the pages of the exchange, not with the start-up script.
const guard = () => import('../features/exchange/guard')

/** A route's `beforeLoad`: the page of a step, for whoever has come as far. */
export const atStep = (id: ExchangeStepId) => async () => (await guard()).requireStep(id)

/** The same for the page of what a price demands of the person. */
export const onDemand = async () => (await guard()).requireDemand()

/** The first page of an exchange or of a movement of a balance: a draft of another kind begins anew. */
export const beginAt = async (at: { place: string; currency?: string | undefined }, queries: QueryClient) =>
  (await guard()).beginAt(at, queries)
