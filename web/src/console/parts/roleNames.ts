import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

const NAMES: Record<string, MessageDescriptor> = {
  platform_owner: msg`Platform owner`,
  tenant_admin: msg`Administrator`,
  compliance_officer: msg`Compliance officer`,
  compliance_analyst: msg`Compliance analyst`,
  support_l1: msg`Support, first line`,
  support_l2: msg`Support, second line`,
  treasury_operator: msg`Treasury operator`,
  treasury_approver: msg`Treasury approver`,
  accountant: msg`Accountant`,
  risk_analyst: msg`Risk analyst`,
  card_manager: msg`Card programme manager`,
  integration_manager: msg`Integration manager`,
  content_editor: msg`Content editor`,
  auditor: msg`Auditor`,
  break_glass: msg`Break-glass`,
}

/** The display name of a role. */
export function useRoleName(): (role: string) => string {
  const { _ } = useLingui()
  return (role) => {
    const name = NAMES[role]
    return name ? _(name) : role
  }
}
