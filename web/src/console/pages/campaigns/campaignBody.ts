import type { NewCampaign } from '../../api/campaigns'

/** What an operator types. Empty text is no limit. */
export type Values = {
  name: string
  kind: 'shared' | 'single'
  code: string
  count: string
  percent: string
  bonus: string
  from: string
  until: string
  usesMax: string
  perPerson: string
  budget: string
  minimum: string
  countries: string
  payways: string
  isFirstOnly: boolean
}

export const EMPTY: Values = {
  name: '',
  kind: 'shared',
  code: '',
  count: '100',
  percent: '50',
  bonus: '',
  from: '',
  until: '',
  usesMax: '',
  perPerson: '1',
  budget: '',
  minimum: '',
  countries: '',
  payways: '',
  isFirstOnly: false,
}

const words = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((word) => word.trim())
    .filter(Boolean)

/** A whole number, or zero for other text: the server names the rule of the field. */
const whole = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : 0)

/** The request with the typed values. */
export function bodyOf(values: Values): NewCampaign {
  const limit = <Name extends string>(name: Name, text: string) =>
    (text.trim() ? { [name]: whole(text) } : {}) as { [key in Name]?: number }
  const some = <Name extends string>(name: Name, text: string) =>
    (text.trim() ? { [name]: text.trim().replace(',', '.') } : {}) as { [key in Name]?: string }
  return {
    name: values.name,
    ...(values.kind === 'shared' ? { code: values.code } : { code_count: whole(values.count) }),
    percent: whole(values.percent),
    currency: 'EUR',
    ...some('from', values.from),
    ...some('until', values.until),
    ...limit('uses_max', values.usesMax),
    ...limit('per_person', values.perPerson),
    ...some('bonus', values.bonus),
    ...some('budget', values.budget),
    ...some('minimum', values.minimum),
    first_order_only: values.isFirstOnly,
    countries: words(values.countries).map((code) => code.toUpperCase()),
    payways: words(values.payways).map((code) => code.toLowerCase()) as NonNullable<NewCampaign['payways']>,
  }
}
