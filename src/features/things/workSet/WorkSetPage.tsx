import { Page } from '#ui/Page.tsx';

import { useWorkSet } from './useWorkSet.tsx';

import table from '#ui/table.module.css';

/** The SIMs that were gathered in this tab. */
export function WorkSetPage() {
  const { entries } = useWorkSet();
  return (
    <Page heading="Work set">
      <div className={table.scroller}>
        <table aria-label="Work set" className={table.table}>
          <thead>
            <tr>
              <th scope="col">ICCID</th>
              <th scope="col">Added from</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ iccid, addedFrom }) => (
              <tr key={iccid}>
                <th scope="row">{iccid}</th>
                <td>{addedFrom}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Page>
  );
}
