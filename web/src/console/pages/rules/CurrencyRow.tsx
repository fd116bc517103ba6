import { useLingui } from '@lingui/react/macro'
import { amountText } from '../../../i18n/format'
import { Switch } from '../../../ui/Switch'
import type { CurrencyRule } from '../../api/rules'
import { Cell, Row } from '../../parts/Sheet'
import { CurrencyForm } from './CurrencyForm'
import { EditButton } from './EditButton'
import { useMicaName } from './micaNames'
import { RuleName } from './RuleName'

type CurrencyRowProps = {
  rule: CurrencyRule
  was: CurrencyRule | undefined
  onChange: ((rule: CurrencyRule) => void) | undefined
}

/** One currency. Its amounts are in the currency itself. */
export function CurrencyRow({ rule, was, onChange }: CurrencyRowProps) {
  const { t, i18n } = useLingui()
  const mica = useMicaName()
  const amount = (text: string) => <span className="tabular-nums">{amountText(text, i18n.locale)}</span>
  return (
    <Row>
      <Cell side="left">
        <RuleName was={was} now={rule}>
          {rule.currency}
        </RuleName>
      </Cell>
      <Cell side="right">
        <OnOff rule={rule} onChange={onChange} />
      </Cell>
      <Cell name={t`Exchange`}>
        {amount(rule.min_exchange)} – {amount(rule.max_exchange)}
      </Cell>
      <Cell name={t`Smallest deposit`}>{amount(rule.min_deposit)}</Cell>
      <Cell name={t`Smallest payout`}>{amount(rule.min_payout)}</Cell>
      <Cell side="left">
        <span className="text-[13px] text-muted desk:hidden">{t`EEA residents`}: </span>
        {mica(rule.mica)}
      </Cell>
      {onChange ? (
        <Cell side="right" end>
          <EditButton name={rule.currency}>
            {(close) => <CurrencyForm rule={rule} onApply={onChange} onClose={close} />}
          </EditButton>
        </Cell>
      ) : null}
    </Row>
  )
}

function OnOff({ rule, onChange }: Pick<CurrencyRowProps, 'rule' | 'onChange'>) {
  const { t } = useLingui()
  const { currency } = rule
  if (!onChange) return rule.is_on ? t`On` : t`Off`
  return (
    <Switch
      checked={rule.is_on}
      onChange={(is_on) => onChange({ ...rule, is_on })}
      label={<span className="sr-only">{t`${currency} is on`}</span>}
    />
  )
}
