import { Trans, useLingui } from '@lingui/react/macro'
import type { BankStatement } from '../../api/bank'
import { Card } from '../../parts/Card'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { shortTime } from '../../parts/when'
import { StatementFacts } from './StatementFacts'

/** The latest statements. */
export function StatementsCard({ statements }: { statements: readonly BankStatement[] }) {
  const { t, i18n } = useLingui()
  return (
    <Card title={<Trans>Statements</Trans>}>
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
            </Row>
          ))}
        </Sheet>
      )}
    </Card>
  )
}
