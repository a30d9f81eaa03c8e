package com.example.farm;

/** What our program wants of a GPU cloud, before and after. */
interface Farm {

    String rent(String pod, String gpu);

    boolean isReady(String id);

    void giveBack(String id);
}
