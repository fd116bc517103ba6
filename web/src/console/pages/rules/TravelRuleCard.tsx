import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { moneyText } from '../../../i18n/format'
import type { Rules } from '../../api/rules'
import { AmountField } from '../../parts/AmountField'
import { isAmount } from '../../parts/amounts'
import { EditForm } from './EditButton'
import { OptionalRuleCard } from './OptionalRuleCard'
import type { SectionProps } from './useDraft'

type TravelRule = NonNullable<Rules['travel_rule']>

/** The bound of the server. */
const MOST = 3_000

/** The threshold of Regulation (EU) 2023/1113 for wallets without a provider. */
const FIRST: TravelRule = { above: '1000.00' }

/** Above which amount a customer declares the owner of a wallet. */
export function TravelRuleCard({ rules, was, onChange }: SectionProps) {
  const { t, i18n } = useLingui()
  const rule = rules.travel_rule
  const change = onChange && ((of: typeof rule) => onChange({ travel_rule: of } as Partial<Rules>))
  const money = (amount: string) => moneyText({ amount, currency: 'EUR' }, i18n.locale)
  return (
    <OptionalRuleCard
      name={t`Travel rule`}
      was={was.travel_rule}
      rule={rule}
      facts={rule ? [{ name: t`Coins within 24 hours, above`, value: money(rule.above) }] : []}
      switchLabel={t`Customers declare whose wallet it is, and prove that it is theirs`}
      off={<Trans>Customers are not asked whose wallet it is.</Trans>}
      first={FIRST}
      form={(one, close) => <TravelRuleForm rule={one} onApply={(to) => change?.(to)} onClose={close} />}
      onSwitch={change}
    />
  )
}

type FormProps = { rule: TravelRule; onApply: (rule: TravelRule) => void; onClose: () => void }

function TravelRuleForm({ rule, onApply, onClose }: FormProps) {
  const { t } = useLingui()
  const [above, setAbove] = useState(rule.above)
  const isRight = isAmount(above) && Number(above) <= MOST
  return (
    <EditForm isRight={isRight} onApply={() => onApply({ above })} onClose={onClose}>
      {(isChecked) => (
        <AmountField
          label={t`Coins within 24 hours, above, EUR`}
          value={above}
          onChange={setAbove}
          isChecked={isChecked}
          error={isChecked && isAmount(above) && !isRight ? t`At most 3,000` : undefined}
        />
      )}
    </EditForm>
  )
}
