import { Trans, useLingui } from '@lingui/react/macro'
import type { PaywayRule } from '../../api/rules'
import { Card } from '../../parts/Card'
import { Sheet } from '../../parts/Sheet'
import { PaywayRow } from './PaywayRow'
import type { SectionProps } from './useDraft'

/** The payment methods: whether they take payments and pay out, and at what fee. */
export function PaywaysCard({ rules, was, onChange }: SectionProps) {
  const { t } = useLingui()
  const change = (next: PaywayRule) =>
    onChange?.({ payways: rules.payways.map((one) => (one.payway === next.payway ? next : one)) })
  const columns = [
    { name: t`Payment method` },
    { name: t`Takes payments` },
    { name: t`Pays out` },
    ...(onChange ? [{ name: t`Actions`, end: true }] : []),
  ]
  return (
    <Card title={<Trans>Payment methods</Trans>}>
      <Sheet isFlat label={t`Payment methods`} columns={columns}>
        {rules.payways.map((rule) => (
          <PaywayRow
            key={rule.payway}
            rule={rule}
            was={was.payways.find(({ payway }) => payway === rule.payway)}
            currency={rules.our_fee.currency}
            onChange={onChange && change}
          />
        ))}
      </Sheet>
    </Card>
  )
}
