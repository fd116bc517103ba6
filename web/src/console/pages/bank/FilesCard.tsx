import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { moneyText } from '../../../domain/money'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { saveFile } from '../../../ui/saveFile'
import { notify } from '../../../ui/toast'
import { type BankFile, openFile, refuseFile } from '../../api/bank'
import { ActButton } from '../../parts/ActButton'
import { Card } from '../../parts/Card'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { shortTime } from '../../parts/when'
import { fileName } from './fileName'

type FilesCardProps = { files: readonly BankFile[]; mayPay: boolean }

/** The latest payment files. */
export function FilesCard({ files, mayPay }: FilesCardProps) {
  const { t, i18n } = useLingui()
  if (files.length === 0) return null
  return (
    <Card title={<Trans>Payment files</Trans>}>
      <Sheet
        isFlat
        label={t`Payment files`}
        columns={[
          { name: t`Made` },
          { name: t`Message` },
          { name: t`Total`, end: true },
          { name: t`State` },
          ...(mayPay ? [{ name: t`Actions`, end: true }] : []),
        ]}
      >
        {files.map((file) => (
          <Row key={file.id}>
            <Cell name={t`Made`}>{shortTime(file.created_at, i18n.locale)}</Cell>
            <Cell name={t`Message`}>{file.message_id}</Cell>
            <Cell name={t`Total`} end>
              {moneyText(file.total, i18n.locale)}
            </Cell>
            <Cell name={t`State`}>
              <FileState file={file} />
            </Cell>
            {mayPay && !file.refused_at ? (
              <Cell end>
                <FileActs file={file} />
              </Cell>
            ) : mayPay ? (
              <td className="hidden desk:table-cell" />
            ) : null}
          </Row>
        ))}
      </Sheet>
    </Card>
  )
}

function FileState({ file }: { file: BankFile }) {
  const { i18n } = useLingui()
  const { ended, payments } = file
  if (file.refused_at) {
    return (
      <>
        <Badge tone="bad">
          <Trans>Refused by the bank</Trans>
        </Badge>{' '}
        <span className="text-[13px] whitespace-nowrap text-muted">{shortTime(file.refused_at, i18n.locale)}</span>
      </>
    )
  }
  return (
    <>
      <Badge tone={ended === payments ? 'ok' : 'wait'}>
        {ended === payments ? (
          <Trans>All made</Trans>
        ) : (
          <Trans>
            {ended} of {payments} made
          </Trans>
        )}
      </Badge>
      {file.by_folder ? <Folder writtenAt={file.written_at} /> : null}
    </>
  )
}

/** How far a file is on its way into the bank's folder. */
function Folder({ writtenAt }: { writtenAt: string | undefined }) {
  const { i18n } = useLingui()
  const time = writtenAt ? shortTime(writtenAt, i18n.locale) : ''
  return (
    <span className="mt-1 block text-[13px] text-muted">
      {writtenAt ? <Trans>In the bank’s folder since {time}</Trans> : <Trans>Goes into the bank’s folder soon</Trans>}
    </span>
  )
}

/** What can be done with a file that the bank has not refused. */
function FileActs({ file }: { file: BankFile }) {
  const refuse = async (reason: string) => {
    await refuseFile(file.id, reason)
    return { state: 'done' } as const
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {file.by_folder && !file.written_at ? null : <Download file={file} />}
      {file.ended === file.payments ? null : (
        <ActButton
          danger
          label={<Trans>Refused by the bank</Trans>}
          title={<Trans>The bank refused the file</Trans>}
          about={
            <Trans>
              The payments that no statement has count as failed. Each waits in the work list, to be ordered again or
              given back.
            </Trans>
          }
          act={refuse}
        />
      )}
    </span>
  )
}

function Download({ file }: { file: BankFile }) {
  const open = useMutation({
    mutationFn: () => openFile(file.id),
    onSuccess: (content) => saveFile(fileName(file), content),
    onError: (error) => void notify.failed(error),
  })
  return (
    <Button variant="text" busy={open.isPending} onClick={() => open.mutate()}>
      <Trans>Download</Trans>
    </Button>
  )
}
