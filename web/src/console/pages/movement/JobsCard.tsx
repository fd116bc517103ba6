import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../../../ui/Badge'
import type { Movement } from '../../api/queries'
import { Card } from '../../parts/Card'
import { useLegWords } from '../../parts/movementWords'
import { whenText } from '../../parts/when'

/** A limit of this many attempts means unlimited retries. */
const ENDLESS = 1_000

/** The background jobs of this movement, with attempts and last error. */
export function JobsCard({ jobs }: { jobs: Movement['jobs'] }) {
  const { i18n } = useLingui()
  const words = useLegWords()
  if (jobs.length === 0) return null
  return (
    <Card title={<Trans>Jobs</Trans>}>
      <ul className="grid gap-3">
        {jobs.map((job) => (
          <li key={job.id} className="grid gap-1">
            <span className="flex flex-wrap items-baseline justify-between gap-2">
              <span className="font-mono text-[13px]">{job.kind}</span>
              <Badge tone={words.job(job.state).tone}>{words.job(job.state).words}</Badge>
            </span>
            <span className="text-[13px] text-muted">
              {job.attempts_max < ENDLESS ? (
                <Trans>
                  Attempt {job.attempt} of {job.attempts_max}
                </Trans>
              ) : (
                <Trans>Attempt {job.attempt}</Trans>
              )}
              {' · '}
              {whenText(job.finished_at ?? job.due_at ?? job.created_at, i18n.locale)}
            </span>
            {job.error ? <span className="font-mono text-[12px] text-bad wrap-anywhere">{job.error}</span> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
