import type { ExchangeStepId } from '../features/exchange/flow'
import type { At } from '../features/exchange/guard'

// The draft and its steps are in the exchange's chunks, not in the start-up script. A link under the pointer loads its page
// ahead (`preload`), which must not begin a draft: the form that is open would lose its own.
const guard = () => import('../features/exchange/guard')

/** A route's `beforeLoad`: redirects unless all earlier steps are done. */
export const atStep = (id: ExchangeStepId) => async () => (await guard()).requireStep(id)

/** The same for the verification page of a quote. */
export const onDemand = async () => (await guard()).requireDemand()

/** A step of the unified pages: what should arrive, its destination, and the confirmation. */
export const beginUnified = async ({ params, preload }: { params: { step?: string | undefined }; preload: boolean }) =>
  preload ? undefined : (await guard()).beginUnified(params.step)

/** The start page of an exchange or a balance movement. It replaces a draft of another kind. */
export const beginAt = async (at: At & { preload: boolean }) => (at.preload ? undefined : (await guard()).beginAt(at))
