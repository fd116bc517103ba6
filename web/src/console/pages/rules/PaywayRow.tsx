import { useLingui } from '@lingui/react/macro'
import type { PaywayRule, RuleFee } from '../../api/rules'
import { usePaywayName } from '../../parts/paywayNames'
import { Cell, Row } from '../../parts/Sheet'
import { EditButton } from './EditButton'
import { FeeSwitch } from './FeeSwitch'
import { type FeeSide, switched } from './fees'
import { PaywayForm } from './PaywayForm'
import { paysOut } from './payways'
import { RuleName } from './RuleName'

type PaywayRowProps = {
  rule: PaywayRule
  was: PaywayRule | undefined
  /** The currency of a first fee. */
  currency: RuleFee['currency']
  onChange: ((rule: PaywayRule) => void) | undefined
}

export function PaywayRow({ rule, was, currency, onChange }: PaywayRowProps) {
  const { t } = useLingui()
  const name = usePaywayName()(rule.payway)
  const { fee_in, fee_out } = rule
  const turn = (side: FeeSide) =>
    onChange &&
    ((isOn: boolean) => {
      const first = { before: was?.[side], currency: (fee_in ?? fee_out)?.currency ?? currency }
      onChange(switched(rule, side, isOn, first))
    })
  return (
    <Row>
      <Cell side="left">
        <RuleName was={was} now={rule}>
          {name}
        </RuleName>
      </Cell>
      <Cell name={t`Takes payments`}>
        <FeeSwitch name={t`${name} takes payments`} fee={fee_in} onChange={turn('fee_in')} />
      </Cell>
      <Cell name={t`Pays out`}>
        {paysOut(rule) ? <FeeSwitch name={t`${name} pays out`} fee={fee_out} onChange={turn('fee_out')} /> : '–'}
      </Cell>
      {onChange ? (
        <Cell side="right" end>
          {fee_in || fee_out ? (
            <EditButton name={name}>
              {(close) => <PaywayForm rule={rule} onApply={onChange} onClose={close} />}
            </EditButton>
          ) : null}
        </Cell>
      ) : null}
    </Row>
  )
}
