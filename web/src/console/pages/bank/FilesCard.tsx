import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { moneyText } from '../../../domain/money'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { saveFile } from '../../../ui/saveFile'
import { notify } from '../../../ui/toast'
import { type BankFile, openFile } from '../../api/bank'
import { Card } from '../../parts/Card'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { shortTime } from '../../parts/when'
import { fileName } from './fileName'

type FilesCardProps = { files: readonly BankFile[]; mayWrite: boolean }

/** The latest payment files. */
export function FilesCard({ files, mayWrite }: FilesCardProps) {
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
          { name: t`Actions`, end: true },
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
              <Badge tone={file.ended === file.payments ? 'ok' : 'wait'}>
                {file.ended === file.payments ? (
                  <Trans>All made</Trans>
                ) : (
                  <Trans>
                    {file.ended} of {file.payments} made
                  </Trans>
                )}
              </Badge>
            </Cell>
            <Cell end>{mayWrite ? <Download file={file} /> : null}</Cell>
          </Row>
        ))}
      </Sheet>
    </Card>
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
