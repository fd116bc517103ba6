import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { NewPaywayPause } from '../../api/payways'

type Flow = NewPaywayPause['flow']
type Cause = NewPaywayPause['cause']

const FLOWS: Record<Flow, MessageDescriptor> = {
  BOTH: msg`Payments and payouts`,
  IN: msg`Payments of customers`,
  OUT: msg`Payouts to customers`,
}

const CAUSES: Record<Cause, MessageDescriptor> = {
  MAINTENANCE: msg`Planned maintenance`,
  PROVIDER_OUTAGE: msg`Its provider has a fault`,
  NETWORK_TROUBLE: msg`Its network has a fault`,
  BANK_CLOSED: msg`The bank is closed`,
  PRECAUTION: msg`A safety check`,
}

export const ALL_FLOWS = Object.keys(FLOWS) as Flow[]
export const ALL_CAUSES = Object.keys(CAUSES) as Cause[]

/** The names of the directions and causes of a pause. */
export function usePauseNames() {
  const { _ } = useLingui()
  return { flow: (flow: Flow) => _(FLOWS[flow]), cause: (cause: Cause) => _(CAUSES[cause]) }
}
