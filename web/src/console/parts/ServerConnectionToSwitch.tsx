import { useLingui } from '@lingui/react/macro'
import { Facts } from './Facts'

/** Which node or source of prices is switched on or off, and what that means for customers. */
export function ServerConnectionToSwitch({ action }: { action: Record<string, unknown> }) {
  const { t } = useLingui()
  const isChain = action.rail === 'chain'
  const facts = [
    { name: isChain ? t`Network` : t`Source of prices`, value: String(action.name ?? '') },
    { name: t`Switch`, value: action.is_on === true ? t`On` : t`Off` },
    {
      name: t`For customers`,
      value: isChain ? t`They can pay and be paid in its coins again.` : t`Its prices count again.`,
    },
  ]
  return <Facts facts={facts} />
}
