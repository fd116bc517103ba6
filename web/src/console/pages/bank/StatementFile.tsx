import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../ui/Button'
import { saveFile } from '../../../ui/saveFile'
import { notify } from '../../../ui/toast'
import { type BankStatement, openStatement } from '../../api/bank'

type StatementFileProps = {
  statement: BankStatement
  /** The file names payers. */
  mayOpen: boolean
}

/** The first characters of the file's SHA-256, the whole of it as a title, and the download. */
export function StatementFile({ statement, mayOpen }: StatementFileProps) {
  const { t } = useLingui()
  const { id, file_sha256: hash } = statement
  const open = useMutation({
    mutationFn: () => openStatement(id),
    onSuccess: (content) => saveFile(`statement-${hash.slice(0, 12)}.xml`, content),
    onError: (error) => void notify.failed(error),
  })
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 desk:justify-end">
      <span className="font-mono text-[12px] text-muted" title={t`SHA-256: ${hash}`}>
        {hash.slice(0, 12)}
      </span>
      {mayOpen ? (
        <Button variant="text" busy={open.isPending} onClick={() => open.mutate()}>
          <Trans>Download</Trans>
        </Button>
      ) : null}
    </span>
  )
}
