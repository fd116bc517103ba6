import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { KpiKind } from './kpis'

const TITLES: Record<KpiKind, MessageDescriptor> = {
  approvals: msg`For you to approve`,
  requests: msg`Your proposals`,
  verification: msg`Verification`,
  decisions: msg`For us to decide`,
  unmatched: msg`Unmatched payments`,
  customers: msg`Waiting for the customer`,
  payouts: msg`Payouts being sent`,
  invitations: msg`Open invitations`,
}

/** The title of a figure. */
export function useKpiTitle(): (kind: KpiKind) => string {
  const { _ } = useLingui()
  return (kind) => _(TITLES[kind])
}
