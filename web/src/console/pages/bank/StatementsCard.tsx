import { Trans, useLingui } from '@lingui/react/macro'
import type { Bank, BankStatement } from '../../api/bank'
import { Card } from '../../parts/Card'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { shortTime } from '../../parts/when'
import { GapLines } from './GapLines'
import { StatementFacts } from './StatementFacts'
import { StatementFile } from './StatementFile'

type StatementsCardProps = {
  statements: readonly BankStatement[]
  gaps: Bank['gaps']
  mayOpen: boolean
}

/** The latest statements, and where they do not follow each other. */
export function StatementsCard({ statements, gaps, mayOpen }: StatementsCardProps) {
  const { t, i18n } = useLingui()
  return (
    <Card title={<Trans>Statements</Trans>}>
      <GapLines gaps={gaps} />
      {statements.length === 0 ? (
        <p className="text-[14px] text-muted">
          <Trans>No statement was read yet.</Trans>
        </p>
      ) : (
        <Sheet
          isFlat
          label={t`Statements`}
          columns={[
            { name: t`Read` },
            { name: t`Account` },
            { name: t`Number` },
            { name: t`New in it` },
            { name: t`By` },
            { name: t`File`, end: true },
          ]}
        >
          {statements.map((one) => (
            <Row key={one.id}>
              <Cell name={t`Read`}>{shortTime(one.created_at, i18n.locale)}</Cell>
              <Cell name={t`Account`}>{one.account}</Cell>
              <Cell name={t`Number`}>{one.number}</Cell>
              <Cell name={t`New in it`}>
                <StatementFacts statement={one} />
              </Cell>
              <Cell name={t`By`}>{one.read_by}</Cell>
              <Cell name={t`File`} end>
                <StatementFile statement={one} mayOpen={mayOpen} />
              </Cell>
            </Row>
          ))}
        </Sheet>
      )}
    </Card>
  )
}
