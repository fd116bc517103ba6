import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../../ui/Badge'
import type { Movement } from '../../api/queries'
import { Card } from '../../parts/Card'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { useRailWords } from '../../parts/railWords'
import { useTransactionStatus } from '../../parts/transactionWords'
import { whenText } from '../../parts/when'

/** All status changes, newest first: actor, reason and time. */
export function HistoryCard({ movement }: { movement: Movement }) {
  const { history, acts } = movement
  const { t, i18n } = useLingui()
  const status = useTransactionStatus()
  const rail = useRailWords()
  // The ledger names an operator by id; the audit log has the operator's name.
  const names = new Map(acts.map((act) => [`operator:${act.operator_id}`, act.operator]))
  const columns = [{ name: t`When` }, { name: t`Status` }, { name: t`Who` }, { name: t`Why` }]
  return (
    <Card title={<Trans>History</Trans>}>
      <Sheet label={t`History`} columns={columns} isFlat>
        {[...history].reverse().map((step) => (
          <Row key={step.version}>
            <Cell side="right">{whenText(step.at, i18n.locale)}</Cell>
            <Cell side="left">
              <Badge tone={status(step.status, movement).tone}>{status(step.status, movement).words}</Badge>
            </Cell>
            <Cell side="left">
              <span className="break-all">{names.get(step.actor) ?? rail.actor(step.actor)}</span>
            </Cell>
            <Cell side="right">
              <span className="font-mono text-[12px] break-all">{step.reason}</span>
            </Cell>
          </Row>
        ))}
      </Sheet>
    </Card>
  )
}
