import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useChange } from '../../domain/useChange'
import { Notice } from '../../ui/Notice'
import { Segmented } from '../../ui/Segmented'
import { type AlertMail, alertMailQuery, setAlertMail } from '../api/alertMail'
import { Card } from '../parts/Card'
import { Loaded, problemWords } from '../parts/Loaded'

/** Which alerts the operator gets by email. */
export function AlertMailCard() {
  const { t } = useLingui()
  const asked = useQuery(alertMailQuery)
  const queries = useQueryClient()
  const change = useChange(problemWords, () => queries.invalidateQueries({ queryKey: alertMailQuery.queryKey }))
  const choose = (choice: AlertMail) => void change.run(choice, () => setAlertMail(choice))
  const options = [
    { value: 'all', label: t`All` },
    { value: 'urgent', label: t`Urgent` },
    { value: 'none', label: t`None` },
  ] as const
  return (
    <Card title={<Trans>Alerts by email</Trans>}>
      <Loaded asked={asked}>
        {({ alert_mail }) => (
          <div className="grid gap-3">
            {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
            <Segmented
              label={t`Alerts by email`}
              value={(change.busy as AlertMail | undefined) ?? alert_mail}
              options={options}
              onChange={choose}
            />
            <p className="text-muted">
              <Consequence choice={alert_mail} />
            </p>
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Consequence({ choice }: { choice: AlertMail }) {
  if (choice === 'none') {
    return <Trans>You get no emails. The overview shows all alerts as long as they stand.</Trans>
  }
  if (choice === 'urgent') {
    return <Trans>An email comes when money is at risk or customers are stopped, and your role can act on it.</Trans>
  }
  return <Trans>An email comes for everything on the overview that your role can act on.</Trans>
}
