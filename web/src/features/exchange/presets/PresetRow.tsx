import { useLingui } from '@lingui/react/macro'
import { shorten } from '../../../domain/address'
import { moneyText } from '../../../domain/money'
import { CurrencyIcon } from '../../../ui/CurrencyIcon'
import { ListRow } from '../../../ui/ListRow'
import type { Preset } from './presets'

/** One preset in a list; the page wraps it in its link. */
export function PresetRow({ preset }: { preset: Preset }) {
  const { i18n } = useLingui()
  const { from_currency: from, to_currency: to, amount, fixed_side: side, requisite } = preset
  const fixed = moneyText({ amount, currency: side === 'FROM' ? from : to }, i18n.locale)
  const what = side === 'FROM' ? `${fixed} → ${to}` : `${from} → ${fixed}`
  const where = requisite?.full_name ?? (requisite ? shorten(requisite.value) : undefined)
  return (
    <ListRow
      bare
      glyph={<CurrencyIcon code={to} />}
      title={preset.name}
      detail={[what, where].filter(Boolean).join(' · ')}
    />
  )
}
