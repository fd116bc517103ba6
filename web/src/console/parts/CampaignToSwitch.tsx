import { useLingui } from '@lingui/react/macro'
import { Facts } from './Facts'

/** Which campaign is started or stopped, with the terms that never change. */
export function CampaignToSwitch({ action }: { action: Record<string, unknown> }) {
  const { t } = useLingui()
  const terms = Object.entries((action.terms ?? {}) as Record<string, string>)
  const names: Record<string, string> = {
    percent: t`Discount on our fee`,
    bonus: t`Bonus`,
    codes: t`Codes`,
    from: t`Begins`,
    until: t`Ends`,
    uses_max: t`Uses at most`,
    per_person: t`Uses per person`,
    budget: t`Budget`,
    minimum: t`Minimum order`,
    first_order_only: t`First order only`,
    countries: t`Countries`,
    payways: t`Payment methods`,
  }
  const value = (name: string, text: string) => {
    if (name === 'percent') return `${text}\u00a0%`
    return name === 'first_order_only' ? t`Yes` : text
  }
  const facts = [
    { name: t`Campaign`, value: String(action.name ?? '') },
    { name: t`Switch`, value: action.is_on === true ? t`On` : t`Off` },
    ...terms.map(([name, text]) => ({ name: names[name] ?? name, value: value(name, text) })),
  ]
  return <Facts facts={facts} />
}
