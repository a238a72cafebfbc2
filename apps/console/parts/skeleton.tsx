/** Rows of a table that is being loaded, as wide as they will be. */
export function SkeletonRows({ rows = 8, widths }: { rows?: number; widths: readonly string[] }) {
  return (
    <>
      {Array.from({ length: rows }, (_, row) => (
        <tr key={row}>
          {widths.map((width, column) => (
            <td key={column}>
              <span class="skeleton" style={{ width }} />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

/** Lines of text that is being loaded. */
export function SkeletonLines({ widths = ['60%', '90%', '40%'] }: { widths?: readonly string[] }) {
  return (
    <div aria-hidden="true">
      {widths.map((width) => (
        <span key={width} class="skeleton" style={{ width, marginBlock: '10px' }} />
      ))}
    </div>
  );
}
