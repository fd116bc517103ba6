import { useLingui } from '@lingui/react/macro'
import { Facts } from './Facts'
import { TASK_KINDS, TASK_NAMES } from './taskNames'

/** Which season is started or stopped, with the rules of the proposed version. */
export function SeasonToSwitch({ action }: { action: Record<string, unknown> }) {
  const { t, i18n } = useLingui()
  const terms = (action.terms ?? {}) as Record<string, string>
  const names: [string, string][] = [
    ['from', t`First day`],
    ['until', t`Last day`],
    ['points_per_unit', t`Points for one unit`],
    ['minimum', t`Fewest points of an exchange`],
    ['per_person', t`Most for one customer`],
    ['budget', t`Budget`],
    ['streak', t`Points by day of the streak`],
    ...TASK_KINDS.map((kind): [string, string] => [`task_${kind}`, i18n._(TASK_NAMES[kind])]),
  ]
  const known = names.flatMap(([name, words]) => (terms[name] ? [{ name: words, value: terms[name] }] : []))
  const facts = [
    { name: t`Season`, value: String(action.name ?? '') },
    { name: t`Switch`, value: action.is_on === true ? t`On` : t`Off` },
    ...known,
  ]
  return <Facts facts={facts} />
}
