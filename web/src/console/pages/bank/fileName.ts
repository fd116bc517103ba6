import type { BankFile } from '../../api/bank'

/** "pain.001-AGIO-20261127-0A1B2C3D.xml" */
export const fileName = (file: Pick<BankFile, 'message_id'>) => `pain.001-${file.message_id}.xml`
