import { useCallback, useState } from "react";
import { Page } from "./Page.tsx";

export const Feed = () => {
  const [pages, setPages] = useState(1);
  const showMore = useCallback(() => setPages((shown) => shown + 1), []);
  return (
    <section className="card" aria-labelledby="latest">
      <h2 id="latest">Latest</h2>
      <Page after={null} pages={pages} showMore={showMore} />
    </section>
  );
};
