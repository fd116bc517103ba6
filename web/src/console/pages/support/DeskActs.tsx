import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { TextField } from '../../../ui/TextField'
import { changeAtDesk, type DeskThread, deskThreadQuery, endAtDesk } from '../../api/support'
import { Card } from '../../parts/Card'
import { problemWords } from '../../parts/Loaded'

/** Who works on it, its labels, and its end. */
export function DeskActs({ thread }: { thread: DeskThread }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { conversation, assigned_to: by, complaint } = thread
  const [labels, setLabels] = useState(conversation.labels.join(', '))
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const run = async (name: string, task: () => Promise<DeskThread>) => {
    setBusy(name)
    setProblem(undefined)
    try {
      const next = await task()
      queries.setQueryData(deskThreadQuery(conversation.id).queryKey, next)
      void queries.invalidateQueries({ queryKey: ['support', 'list'] })
    } catch (error) {
      setProblem(problemWords(error))
    } finally {
      setBusy(undefined)
    }
  }
  const isMine = conversation.is_mine
  const mayEnd = conversation.state !== 'CLOSED' && (!complaint || complaint.answered_at !== undefined)
  const own = () =>
    labels
      .split(',')
      .map((label) => label.trim())
      .filter(Boolean)
  return (
    <Card title={<Trans>Work on it</Trans>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p className="text-[14px] text-muted wrap-anywhere">
          {by ? <Trans>{by} works on it.</Trans> : <Trans>Nobody works on it.</Trans>}
        </p>
        <Button
          variant="quiet"
          small
          busy={busy === 'assign'}
          onClick={() => void run('assign', () => changeAtDesk(conversation.id, { is_mine: !isMine }))}
        >
          {isMine ? <Trans>Give it back</Trans> : <Trans>Take it</Trans>}
        </Button>
        <TextField label={t`Labels, separated by commas`} value={labels} maxLength={320} onChange={setLabels} />
        <Button
          variant="quiet"
          small
          busy={busy === 'labels'}
          onClick={() => void run('labels', () => changeAtDesk(conversation.id, { labels: own() }))}
        >
          <Trans>Keep the labels</Trans>
        </Button>
        {problem ? <Notice tone="bad">{problem}</Notice> : null}
        {conversation.state === 'CLOSED' ? null : (
          <Button
            variant="danger"
            small
            busy={busy === 'end'}
            disabledReason={mayEnd ? undefined : <Trans>A complaint ends after its final answer.</Trans>}
            onClick={() => void run('end', () => endAtDesk(conversation.id))}
          >
            <Trans>End the conversation</Trans>
          </Button>
        )}
      </div>
    </Card>
  )
}
