import { Trans, useLingui } from '@lingui/react/macro'
import type { RuleFee } from '../../api/rules'
import { Card } from '../../parts/Card'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { EditButton } from './EditButton'
import { FeeForm } from './FeeForm'
import { useFeeText } from './feeText'
import { RuleName } from './RuleName'
import { SpreadRow } from './SpreadRow'
import type { SectionProps } from './useDraft'

/** The tenant's own fees, and the spread. */
export function FeesCard({ rules, was, onChange }: SectionProps) {
  const { t } = useLingui()
  return (
    <Card title={<Trans>Fees</Trans>}>
      <Sheet
        isFlat
        label={t`Fees`}
        columns={[{ name: t`Fee` }, { name: t`Value` }, ...(onChange ? [{ name: t`Actions`, end: true }] : [])]}
      >
        <FeeRow
          name={t`Fee on exchanges`}
          fee={rules.our_fee}
          was={was.our_fee}
          onChange={onChange && ((our_fee) => onChange({ our_fee }))}
        />
        <FeeRow
          name={t`Fee on conversions`}
          fee={rules.convert_fee}
          was={was.convert_fee}
          onChange={onChange && ((convert_fee) => onChange({ convert_fee }))}
        />
        <SpreadRow
          spread={rules.spread_percent}
          was={was.spread_percent}
          onChange={onChange && ((spread_percent) => onChange({ spread_percent }))}
        />
      </Sheet>
    </Card>
  )
}

type FeeRowProps = { name: string; fee: RuleFee; was: RuleFee; onChange: ((fee: RuleFee) => void) | undefined }

function FeeRow({ name, fee, was, onChange }: FeeRowProps) {
  const feeText = useFeeText()
  return (
    <Row>
      <Cell side="left">
        <RuleName was={was} now={fee}>
          {name}
        </RuleName>
      </Cell>
      <Cell side="left">{feeText(fee)}</Cell>
      {onChange ? (
        <Cell side="right" end>
          <EditButton name={name}>{(close) => <FeeForm fee={fee} onApply={onChange} onClose={close} />}</EditButton>
        </Cell>
      ) : null}
    </Row>
  )
}
